import { data } from "react-router";
import {
  createIssue,
  getIssue,
  sendIssue,
  testIssue,
  updateIssue,
} from "#app/api-client/staff/newsletter.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import type { FailedForm } from "#app/forms/form-types.ts";
import { preserveInputOfNamed } from "#app/forms/preserve-input.ts";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getLanguages } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import { peekForm } from "#app/request/peek-form.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { isRecordDeleted, orMarkDeleted } from "#app/staff/forms/deleted-record.server.ts";
import { revalidateUnlessDeleted } from "#app/staff/revalidate-posted.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { pickIssueText } from "#domain/newsletter.ts";
import type { Route } from "./+types/issue";
import { IssueContent, SEND_FIELD, SendIssue, TestIssue } from "./issue-forms.tsx";
import { IssueLanguages } from "./issue-languages.tsx";
import { pickLanguage } from "./issue-text.ts";
import { assertSaved, issueForm, sendForm, testForm, withText } from "./newsletter.server.ts";
import { Figures } from "./newsletter.tsx";

const CREATE = "create";
const toPath = (id: string, language?: string) =>
  `${staffPath("newsletter/issues", id)}${language ? `?language=${language}` : ""}`;

/** The id "create" stands for an issue that does not exist yet. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "site");
  const api = getApi(context);
  const isNew = params.id === CREATE || isRecordDeleted(context);
  const issue = isNew ? null : await orNotFound(context, getIssue(api, params.id));
  return {
    issue,
    language: pickLanguage(issue, readLanguage(context, api.locale)),
    form: await issueForm.load(context),
    testForm: await testForm.load(context),
  };
}

/** The language being edited: from the URL, else the reader's own. */
function readLanguage(context: Context, locale: string): string {
  const asked = getUrl(context).searchParams.get("language");
  return getLanguages(context).find(({ code }) => code === asked)?.code ?? locale;
}

export async function action(args: Route.ActionArgs) {
  const { email } = await requireStaff(args.context, "site");
  const { id } = args.params;
  const language = readLanguage(args.context, getApi(args.context).locale);
  return dispatchForms(args.context, {
    issue: async () => {
      const isSending = (await peekForm(args.request)).has(SEND_FIELD);
      const result = await (isSending
        ? sendToAll(args, id, language)
        : saveText(args, id, language));
      if (result instanceof Response || !isRecordDeleted(args.context)) return result;
      return data({ ...result.data, isGone: true }, result.init ?? undefined);
    },
    "test-issue": () => sendTest(args, { id, language, email }),
  });
}

/** Saves one of the texts; the first one creates the issue. */
function saveText(args: FormArgs, id: string, language: string) {
  return issueForm.handle(args, async (value, api) => {
    const saved = { kind: "success", key: "staff_newsletter.saved" } as const;
    if (id === CREATE) {
      const { operation_id } = value;
      const made = await createIssue(api, { operation_id, texts: withText({}, language, value) });
      return redirectTo(args.context, toPath(made.id, language), saved);
    }
    const { texts } = await orMarkDeleted(args.context, getIssue(api, id), "not_found");
    const { version = 0 } = value;
    await updateIssue(api, id, { version, texts: withText(texts, language, value) });
    return redirectTo(args.context, toPath(id, language), saved);
  });
}

function sendTest(args: FormArgs, to: { id: string; language: string; email: string }) {
  const { id, language, email } = to;
  return testForm.handle(args, async (_value, api) => {
    await testIssue(api, id, language);
    const toast = { key: "staff_newsletter.tested", values: { email } };
    return redirectTo(args.context, toPath(id, language), { kind: "success", ...toast });
  });
}

/** Sends the saved texts. A text with unsaved changes is shown again instead. */
function sendToAll(args: FormArgs, id: string, language: string) {
  return sendForm.handle(args, async ({ version, expected, ...text }, api) => {
    const { texts } = await orMarkDeleted(args.context, getIssue(api, id), "not_found");
    assertSaved(text, texts[language]);
    await sendIssue(api, id, { version, expected });
    const toast = { kind: "success", key: "staff_newsletter.sending" } as const;
    return redirectTo(args.context, toPath(id, language), toast);
  });
}

export const clientAction = preserveInputOfNamed("issue");
export const shouldRevalidate = revalidateUnlessDeleted;

type FailedIssueForm = FailedForm & { isGone?: boolean };

/**
 * One issue: its texts by language, a test mail to oneself, and sending it to all confirmed
 * subscribers.
 */
export default function Issue({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const locale = useLocale();
  const { language } = loaderData;
  const failed: FailedIssueForm | undefined = useThroughLinks(actionData);
  // What was typed for an issue that is gone can be saved as a new one.
  const issue = failed?.isGone ? null : loaderData.issue;
  const subject = issue && pickIssueText(issue.texts, locale)?.text.subject;
  const title = subject ?? t("staff_newsletter.create");
  const path = toPath(issue?.id ?? CREATE);
  const isSent = issue !== null && issue.sentAt !== null;
  const text = issue?.texts[language] ?? null;
  return (
    <article className="max-w-3xl">
      <PageTitle title={title} hasErrors={Boolean(failed)} isPrivate />
      <BackLink to="/staff/newsletter">{t("staff_newsletter.title")}</BackLink>
      <h1 className="mt-2 mb-6 text-3xl wrap-anywhere">
        <bdi>{title}</bdi>
      </h1>
      {isSent ? (
        <div className="card mb-6 p-5">
          <Figures counts={issue.counts} />
        </div>
      ) : null}
      <IssueLanguages
        key={`languages ${language} ${issue?.version ?? ""}`}
        path={path}
        texts={issue?.texts ?? {}}
        language={language}
        isSent={isSent}
      />
      <IssueContent
        key={`${path} ${language}`}
        {...{ path, language, text, failed, isSent }}
        loaded={loaderData.form}
        version={issue?.version}
      />
      {issue ? (
        <TestIssue path={path} language={language} loaded={loaderData.testForm} failed={failed} />
      ) : null}
      {issue && !isSent ? <SendIssue issue={issue} /> : null}
    </article>
  );
}
