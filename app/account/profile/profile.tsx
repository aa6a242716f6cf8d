import { data } from "react-router";
import { keepForm } from "#app/forms/keep-input.ts";
import { getConstraints } from "#app/forms/parse-form.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireUser } from "#app/middleware/guards.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import type { Route } from "./+types/profile";
import { DeletionDialog } from "./delete-account.tsx";
import {
  DELETION_FIELDS,
  deletionFormSchema,
  PASSWORD_FIELDS,
  PROFILE_FIELDS,
  passwordFormSchema,
  profileFormSchema,
  removeAccount,
  savePassword,
  saveProfile,
} from "./profile.server.ts";
import { DeletionSection, PasswordForm, ProfileForm } from "./profile-forms.tsx";
import { PROFILE_FAILURES, readIntent } from "./profile-intents.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { email, name, surname, phone, balanceCents } = await requireUser(context);
  return {
    person: { email, name, surname, phone },
    balanceCents,
    isDeleting: getUrl(context).searchParams.has("delete"),
    constraints: {
      profile: getConstraints(profileFormSchema, PROFILE_FIELDS),
      password: getConstraints(passwordFormSchema, PASSWORD_FIELDS),
      delete: getConstraints(deletionFormSchema, DELETION_FIELDS),
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const intent = await readIntent(request);
  switch (intent) {
    case "profile":
      return saveProfile(request, context);
    case "password":
      return savePassword(request, context);
    case "delete":
      return removeAccount(request, context);
    case null:
      throw data({ code: "malformed_body" }, { status: 400 });
  }
}

/** A failure on the way leaves the form as it is. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = (await readIntent(request)) ?? "profile";
  return keepForm(() => serverAction(), PROFILE_FAILURES[intent], { intent });
}

/** The member's own data (spec §2 Profile edit): three forms, each with a button of its own. */
export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { person, balanceCents, isDeleting, constraints } = loaderData;
  const replyTo = (intent: string) =>
    actionData?.intent === intent ? actionData.reply : undefined;
  return (
    <>
      <PageTitle title={t("profile.title")} hasErrors={Boolean(actionData)} isPrivate />
      {isDeleting ? (
        <DeletionDialog
          balanceCents={balanceCents}
          constraints={constraints.delete}
          reply={replyTo("delete")}
        />
      ) : null}
      <div className="divide-y divide-line">
        <ProfileForm person={person} constraints={constraints.profile} reply={replyTo("profile")} />
        <PasswordForm
          email={person.email}
          constraints={constraints.password}
          reply={replyTo("password")}
        />
        <DeletionSection />
      </div>
    </>
  );
}
