import { data } from "react-router";
import { TEXT_FILTERS } from "#api/contract/staff/texts.ts";
import { listStaffTexts, previewWording, saveWording } from "#app/api-client/staff/texts.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getLanguages, getLocale } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { ifOffered } from "#app/staff/if-offered.server.ts";
import { loadPage } from "#app/staff/read-page.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { Breakable } from "#app/staff/table/breakable.tsx";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import {
  adjacentPages,
  readTableQuery,
  type TableQuery,
  toTablePath,
} from "#app/staff/table/table-path.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { DEFAULT_LOCALE, directionOf } from "#domain/locales.ts";
import type { Route } from "./+types/staff-texts";
import { wordingForm } from "./staff-texts.server.ts";
import { WordingEditor } from "./wording-editor.tsx";

const PATH = "/staff/texts";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "site");
  const api = getApi(context);
  const { query, language } = readQuery(context);
  const shared = { locale: language };
  const key = getUrl(context).searchParams.get("key");
  const filter = TEXT_FILTERS.find((one) => one === query.filter) ?? "all";
  const read = (page: number) => listStaffTexts(api, { ...shared, filter, q: query.q, page });
  const [list, named] = await Promise.all([
    loadPage(context, read, "key"),
    key ? listStaffTexts(api, { ...shared, filter: "all", q: key, page: 1 }) : null,
  ]);
  const opened = named?.texts.find((text) => text.key === key) ?? null;
  return {
    list,
    query,
    language,
    opened,
    mail: opened && isOfMail(opened) ? await loadMail(api, language, opened.key) : undefined,
    languages: getLanguages(context),
    form: await wordingForm.load(context),
  };
}

const isOfMail = ({ key }: { key: string }) => key.startsWith("mail.");

/** The mail that uses a text, with the current wording; undefined if the server has no preview. */
async function loadMail(api: ApiClient, locale: string, key: string) {
  const offered = await ifOffered(
    previewWording(api, { locale, key, text: "" }).then((mail) => ({ mail })),
  );
  return offered?.mail;
}

function readQuery(context: Context) {
  const query = readTableQuery(getUrl(context).searchParams, ["q", "language", "filter"]);
  const named = getLanguages(context).find(({ code }) => code === query.language);
  return { query, language: named?.code ?? getLocale(context) };
}

/** The page of the list named in the query, with the text `key` opened. */
function toListPath(query: TableQuery, key: string | null = null): string {
  return toTablePath(PATH, query, { page: query.page ?? null, key });
}

export async function action(args: Route.ActionArgs) {
  const { context } = args;
  await requireStaff(context, "site");
  return wordingForm.handle(args, async ({ intent, ...value }, api) => {
    if (intent === "preview") {
      const { seen, ...body } = value;
      return data({ typed: value.text, seen, mail: await previewWording(api, body) });
    }
    await saveWording(api, value);
    const key = value.text.trim() === "" ? "staff_texts.was_reset" : "staff_texts.saved";
    return redirectTo(context, toListPath(readQuery(context).query), { kind: "success", key });
  });
}

export const clientAction = preserveInput;
export const shouldRevalidate = revalidatePosted;

/** The texts of screens in one language; an opened text can be edited. */
export default function StaffTexts({ loaderData, actionData }: Route.ComponentProps) {
  const { list, query, language, opened, languages } = loaderData;
  const result = useThroughLinks(actionData);
  const previewed = result && "typed" in result ? result : null;
  const failed = result && !("typed" in result) ? result : undefined;
  return (
    <>
      {opened ? (
        <WordingEditor
          key={`${language} ${opened.key}`}
          text={opened}
          language={language}
          action={toListPath(query, opened.key)}
          loaded={loaderData.form}
          failed={failed}
          previewed={previewed}
          mail={loaderData.mail}
        />
      ) : null}
      <TextTable {...{ list, query, language, languages }} hasErrors={Boolean(failed)} />
    </>
  );
}

type Loaded = Pick<Route.ComponentProps["loaderData"], "list" | "query" | "language" | "languages">;

/** A page of the texts: the key, which opens it, in English, and as it is shown in `language`. */
function TextTable(props: Loaded & { hasErrors: boolean }) {
  const { list, query, language, languages, hasErrors } = props;
  const t = useT();
  return (
    <StaffTable
      title={t("staff_texts.title")}
      path={PATH}
      query={query}
      hasErrors={hasErrors}
      search={t("staff_texts.search")}
      filters={[
        {
          name: "language",
          label: t("staff_texts.language"),
          choices: languages.map(({ code, name }) => ({ value: code, text: name })),
          fallback: language,
        },
        {
          name: "filter",
          label: t("offers.status"),
          choices: (["missing", "own"] as const).map((value) => ({
            value,
            text: t(`staff_texts.${value}`),
          })),
        },
      ]}
      rows={list.texts}
      keyOf={({ key }) => key}
      empty={t("staff_texts.empty")}
      {...adjacentPages(list.page, list.pages)}
      columns={[
        {
          title: t("staff_texts.key"),
          render: ({ key }) => (
            <Link to={toListPath(query, key)} className="link md:block md:min-w-44">
              <bdi dir="ltr">
                <Breakable text={key} />
              </bdi>
            </Link>
          ),
        },
        {
          title: t("staff_texts.english"),
          isProse: true,
          render: ({ english }) => (
            <span lang={DEFAULT_LOCALE} dir="ltr">
              {english}
            </span>
          ),
        },
        {
          title: t("staff_texts.shown"),
          isProse: true,
          render: ({ own, shipped }) => (
            <span
              lang={language}
              dir={directionOf(language)}
              className={own === null ? "" : "font-bold"}
            >
              {own ?? shipped ?? "–"}
            </span>
          ),
        },
      ]}
    />
  );
}
