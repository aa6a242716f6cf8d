import {
  openStaffMessage,
  replyToMessage,
  setMessageStatus,
} from "#app/api-client/staff/messages.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import { CheckboxField } from "#app/forms/field.tsx";
import type { FailedForm } from "#app/forms/form-types.ts";
import { preserveInputOfNamed } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { KeyedForm } from "#app/staff/forms/use-seen.tsx";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { useLanguageName } from "#app/staff/use-language-name.ts";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { Fact } from "#app/ui/fact.tsx";
import { formatDay } from "#domain/dates.ts";
import type { Route } from "./+types/staff-message";
import { replyForm, statusForm } from "./staff-message.server.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "site");
  return {
    message: await orNotFound(context, openStaffMessage(getApi(context), params.id)),
    replyForm: await replyForm.load(context),
    statusForm: await statusForm.load(context),
  };
}

export async function action(args: Route.ActionArgs) {
  await requireStaff(args.context, "site");
  const { id } = args.params;
  return dispatchForms(args.context, {
    reply: () => sendReply(args, id),
    "message-status": () => changeStatus(args, id),
  });
}

function sendReply(args: FormArgs, id: string) {
  return replyForm.handle(args, async (value, api) => {
    await replyToMessage(api, id, value);
    return redirectTo(args.context, staffPath("messages", id), {
      kind: "success",
      key: "staff_messages.sent",
    });
  });
}

function changeStatus(args: FormArgs, id: string) {
  return statusForm.handle(args, async ({ status }, api) => {
    await setMessageStatus(api, id, status);
    const isClosed = status === "closed";
    const key = isClosed ? "staff_messages.now_closed" : "staff_messages.now_open";
    const path = isClosed ? "/staff/messages" : staffPath("messages", id);
    return redirectTo(args.context, path, { kind: "success", key });
  });
}

export const clientAction = preserveInputOfNamed("reply");
export const shouldRevalidate = revalidatePosted;

type Message = Route.ComponentProps["loaderData"]["message"];

/** One message with our replies, and the form for the next one. */
export default function StaffMessageScreen({ loaderData, actionData }: Route.ComponentProps) {
  const failed = useThroughLinks(actionData);
  const t = useT();
  const { message } = loaderData;
  const title = message.reference ?? t("staff_messages.message");
  return (
    <article className="max-w-4xl">
      <PageTitle title={title} hasErrors={Boolean(failed)} isPrivate />
      <BackLink to="/staff/messages">{t("staff_messages.title")}</BackLink>
      <h1 className="mt-2 mb-6 text-3xl">{title}</h1>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="space-y-8">
          <Letter from={message.name} createdAt={message.createdAt} text={message.message} />
          {message.replies.map((reply) => (
            <Letter
              key={reply.createdAt}
              from={reply.author}
              createdAt={reply.createdAt}
              text={reply.body}
            />
          ))}
          <KeyedForm
            key={message.id}
            loaded={loaderData.replyForm}
            failed={failed}
            name="replies"
            current={message.replies.length}
          >
            {(replies) => <Reply {...{ message, failed, replies }} loaded={loaderData.replyForm} />}
          </KeyedForm>
        </div>
        <div className="space-y-6">
          <Sender message={message} />
          <StatusForm message={message} loaded={loaderData.statusForm} failed={failed} />
        </div>
      </div>
    </article>
  );
}

function Letter(props: { from: string; createdAt: string; text: string }) {
  return (
    <figure>
      <figcaption className="mb-1.5 text-sm text-muted">
        <bdi>{props.from}</bdi>, {formatDay(props.createdAt)}
      </figcaption>
      <blockquote
        dir="auto"
        className="border-s-2 border-ink ps-4 whitespace-pre-line wrap-anywhere"
      >
        {props.text}
      </blockquote>
    </figure>
  );
}

/** The fields of the contact form, with their labels. */
const DETAIL_NAMES: Record<string, string> = {
  phone: "deposit.phone",
  address: "deposit.address",
  city: "deposit.city",
  post_code: "deposit.post_code",
  country: "deposit.country",
};

function Sender({ message }: { message: Message }) {
  const t = useT();
  const nameLanguage = useLanguageName();
  return (
    <dl className="border-t border-line">
      <Fact name={t("staff_messages.from")}>
        <bdi>{message.name}</bdi>
      </Fact>
      <Fact name={t("deposit.email")}>
        <bdi>{message.email}</bdi>
      </Fact>
      {message.details.map(({ name, value }) => (
        <Fact key={name} name={t(DETAIL_NAMES[name] ?? name)}>
          <bdi>{value}</bdi>
        </Fact>
      ))}
      <Fact name={t("staff_messages.language")}>{nameLanguage(message.locale)}</Fact>
      <Fact name={t("staff_messages.member")}>
        {t(message.isMember ? "staff_offers.yes" : "staff_offers.no")}
      </Fact>
      <Fact name={t("offers.status")}>{t(`staff_messages.status_${message.status}`)}</Fact>
    </dl>
  );
}

type FormProps<Loaded> = { message: Message; loaded: Loaded; failed: FailedForm | undefined };

function Reply(
  props: FormProps<Route.ComponentProps["loaderData"]["replyForm"]> & {
    /** The number of replies when the form was opened. */
    replies: string;
  },
) {
  const { message, loaded, failed } = props;
  const t = useT();
  const form = useAppForm(loaded, failed);
  return (
    <StaffCard id="reply" title={t("staff_messages.reply")}>
      <BoundForm
        of={form}
        summary={["message", "operation_id"]}
        action={`${staffPath("messages", message.id)}?form=${loaded.id}`}
        className="space-y-5"
      >
        <input type="hidden" name="replies" value={props.replies} />
        <TextArea
          meta={form.fields.message}
          label={t("staff_messages.message")}
          hint={t("staff_messages.reply_hint", { email: message.email })}
          rows={8}
        />
        <CheckboxField meta={form.fields.is_closing}>{t("staff_messages.close_too")}</CheckboxField>
        <SubmitButton>{t("staff_messages.send")}</SubmitButton>
      </BoundForm>
    </StaffCard>
  );
}

function StatusForm(props: FormProps<Route.ComponentProps["loaderData"]["statusForm"]>) {
  const { message, loaded, failed } = props;
  const t = useT();
  const form = useAppForm(loaded, failed);
  const next = message.status === "closed" ? "read" : "closed";
  return (
    <BoundForm
      of={form}
      summary={["status"]}
      action={`${staffPath("messages", message.id)}?form=${loaded.id}`}
    >
      <SubmitButton name="status" value={next} kind="secondary">
        {t(next === "closed" ? "staff_messages.close" : "staff_messages.reopen")}
      </SubmitButton>
    </BoundForm>
  );
}
