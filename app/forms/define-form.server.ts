import type { Submission, SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import type { z } from "zod";
import type { User } from "#app/api-client/accounts.server.ts";
import {
  ApiError,
  isChangedMeanwhile,
  isOutcomeUnclear,
  isUnavailable,
} from "#app/api-client/transport/api-error.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { type ShownMessage, toReference } from "#app/i18n/message-reference.ts";
import { getMessage } from "#app/middleware/locale.ts";
import { throwUnsent } from "#app/middleware/note-unsent.ts";
import { markPersonalized } from "#app/middleware/one-visitor.ts";
import { getApi, getUrl, getUser } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { isMemberPath } from "#domain/locales.ts";
import type { ErrorCode, MessageCode } from "#domain/messages.ts";
import type { FailedForm, LoadedForm } from "./form-types.ts";
import { createOperationId, nextOperationId } from "./operation-id.server.ts";
import { malformed, parseFields, readForm } from "./parse-form.server.ts";
import { readFormName } from "./preserve-input.ts";
import { type FieldName, getConstraints } from "./schema-fields.server.ts";
import { readSeen } from "./seen/seen-state.ts";
import { assertSender } from "./session/sender.server.ts";

/** The arguments of an action. */
export type FormArgs = { request: Request; context: Context };
type Errors = NonNullable<SubmissionResult<string[]>["error"]>;

/** The fallback message if the API gives no reason (spec §8). */
type Failure = MessageCode | ((error: unknown) => MessageCode);

/**
 * Redirects by the API's error code or status, or if the record has changed, instead of showing the
 * form again.
 */
type ErrorHandlers = Partial<
  Record<ErrorCode | 401 | 404 | 409 | "changed", (error: ApiError) => Response | Promise<Response>>
>;

export type FormOptions<Schema extends z.ZodObject> = {
  /** Id of the HTML form; distinguishes two forms on one page. */
  id: string;
  failure: Failure;
  /**
   * The message if no response comes back, from us or from the API. The write may have been
   * executed, so the message must not say that it failed (docs/decisions/0020). By default a
   * general message that asks to check first; `failure` itself if it is true in either case, or if
   * sending the form again does no harm.
   */
  unclear?: MessageCode;
  /**
   * The typed values return with the page, after a link and Back (docs/decisions/0059). Only for a
   * form that creates something new: in the form of an existing record, older text would overwrite
   * what has been saved since, under the newer version. Its secrets have to be passwords.
   */
  comesBack?: true;
  /** Fields whose values are never sent back. */
  secrets?: readonly FieldName<Schema>[];
  /** Dates typed in three fields, by the name of the joined field. */
  dates?: readonly FieldName<Schema>[];
  /** Renames the contract's fields in an error to those of the form. */
  fromApi?: (error: ApiError) => ApiError;
  /** Adds to the schema's errors. */
  summarize?: (errors: Errors) => Errors;
};

export type AppForm<Schema extends z.ZodObject> = {
  /** For the loader; passed to `useAppForm`. Outside a member's pages, pass its sender. */
  load(context: Context, sender?: User): Promise<LoadedForm<FieldName<Schema>>>;
  /**
   * Parses a submission. Throws a 400 response for fields outside the schema, the form itself if
   * its sender's session had expired (`returnFormMiddleware`), and a redirect if another member has
   * signed in since (`assertSender`).
   */
  parse(args: FormArgs): Promise<FormSubmission<Schema>>;
  /**
   * The reply that shows the form again, with its status. Without `error` it has the schema's
   * errors (422); else the API's, under the fields, or at the top if no field has one. A client
   * error keeps its status (401 becomes 422), an unavailable API has 502 or 503, one that lacks
   * something for now 503 or 507, any other is a 422. Throws anything that does not concern the
   * form (redirects, bugs).
   */
  reject(args: {
    context: Context;
    submission: FormSubmission<Schema>;
    error?: unknown;
    failure?: Failure;
  }): ReturnType<typeof data<FailedForm>>;
  /**
   * The whole action: parses, calls `run` with the schema's value, and rejects errors. Returns the
   * result of `run` or of an error handler, else the form to be shown again.
   */
  handle<Result>(
    args: FormArgs,
    run: (value: z.output<Schema>, api: ApiClient) => Promise<Result>,
    handlers?: ErrorHandlers,
  ): Promise<Result | Response | ReturnType<typeof data<FailedForm>>>;
};

export type FormSubmission<Schema extends z.ZodObject> = Submission<
  z.input<Schema>,
  string[],
  z.output<Schema>
>;

/**
 * Creates a form from its schema (docs/decisions/0025): its fields, their constraints, its action
 * and its reply to errors. `schema` is a function if limits come from the settings.
 */
export function defineForm<Schema extends z.ZodObject>(
  schema: Schema | ((context: Context) => Promise<Schema>),
  options: FormOptions<Schema>,
): AppForm<Schema> {
  const { id, unclear = "outcome_unclear", secrets = [], dates = [], fromApi, summarize } = options;
  const getSchema = async (context: Context) =>
    typeof schema === "function" ? schema(context) : schema;

  const form: AppForm<Schema> = {
    async load(context, sender) {
      const current = await getSchema(context);
      const isMembers = isMemberPath(getUrl(context).pathname);
      const member = sender ?? (isMembers ? await getUser(context) : null);
      const hasOperationId = "operation_id" in current.shape;
      if (hasOperationId) markPersonalized(context);
      return {
        id,
        constraints: getConstraints(current, dates),
        operationId: hasOperationId ? createOperationId() : null,
        unclear: toReference({ code: unclear }),
        sender: member?.id ?? null,
        comesBack: options.comesBack,
      };
    },
    async parse({ request, context }) {
      throwUnsent(context);
      const fields = await readForm(request);
      await assertSender({ request, context }, fields);
      return parseFields(fields, await getSchema(context), dates);
    },
    reject({ context, submission, error, failure: given }) {
      const isUnknown = options.unclear === undefined ? hasNoResponse(error) : mayBeDone(error);
      const failure = given ?? (isUnknown ? unclear : options.failure);
      const sentId = submission.payload.operation_id;
      const reply =
        error === undefined
          ? invalidReply(submission, summarize)
          : errorReply(submission, error instanceof ApiError && fromApi ? fromApi(error) : error, {
              // The only place where the messages of a form's errors are translated.
              translate: getMessage(context),
              failure: toCode(failure, error),
            });
      return data(
        {
          formId: id,
          reply: withoutSecrets(reply, secrets),
          operationId: sentId === undefined ? null : nextOperationId(sentId, error),
          seen: readSeen((name) => submission.payload[name]),
          isConflict: isChangedMeanwhile(error),
          isUnclear: isOutcomeUnclear(error),
        },
        { status: error === undefined ? 422 : statusOf(error) },
      );
    },
    async handle(args, run, handlers = {}) {
      const { context } = args;
      const submission = await form.parse(args);
      if (submission.status !== "success") return form.reject({ context, submission });
      try {
        return await run(submission.value, getApi(context));
      } catch (error) {
        const handler = error instanceof ApiError ? findErrorHandler(handlers, error) : undefined;
        if (handler) return handler();
        return form.reject({ context, submission, error });
      }
    },
  };
  return form;
}

/**
 * The action of a route with several forms, each of which posts to a URL with its id in `?form=`.
 * `actions` are keyed by these ids; the first is for a URL without one (`preserveInputOfNamed` is
 * its counterpart in the browser). Throws a 400 response for an unknown id.
 */
export async function dispatchForms<Result>(
  context: Context,
  actions: Record<string, () => Promise<Result>>,
): Promise<Result> {
  const forms = Object.entries(actions);
  const name = readFormName(getUrl(context)) ?? forms[0]?.[0];
  const [, action] = forms.find(([id]) => id === name) ?? [];
  if (!action) throw malformed();
  return action();
}

/**
 * True after a write that was sent but got no response from the API: a lost connection, a timeout,
 * a redirect, a gateway's page. A 500, and any other error in the API's own schema (its database is
 * down), is a failure that the API reported itself.
 */
function hasNoResponse(error: unknown): boolean {
  return mayBeDone(error) && isUnavailable(error) && error.data.isOwnError !== true;
}

/**
 * The same, but also true after an error in the API's own schema: its database may have become
 * unavailable after the write. For forms with their own text, where sending again is not the only
 * consequence.
 */
function mayBeDone(error: unknown): boolean {
  return isOutcomeUnclear(error) && isUnavailable(error) && error.data.httpStatus !== 500;
}

function toCode(failure: Failure, error: unknown): MessageCode {
  return typeof failure === "string" ? failure : failure(error);
}

/** Own properties only, because the server chooses the code. */
function findErrorHandler(
  handlers: ErrorHandlers,
  error: ApiError,
): (() => Response | Promise<Response>) | undefined {
  const entries = Object.entries(handlers);
  const [, handler] =
    entries.find(([key]) => key === error.code) ??
    entries.find(([key]) => key === "changed" && isChangedMeanwhile(error)) ??
    entries.find(([key]) => key === String(error.status)) ??
    [];
  return handler && (() => handler(error));
}

function invalidReply<Schema extends z.ZodObject>(
  submission: FormSubmission<Schema>,
  summarize?: (errors: Errors) => Errors,
): SubmissionResult<string[]> {
  const reply = submission.reply();
  return summarize ? { ...reply, error: summarize({ ...reply.error }) } : reply;
}

/**
 * The reply to a form whose call the API rejected. Errors without a field are under "form", a name
 * that no field has: for "" the form library would focus the first unnamed control. Throws anything
 * but API errors and an unavailable API.
 */
function errorReply<Schema extends z.ZodObject>(
  submission: FormSubmission<Schema>,
  error: unknown,
  {
    translate,
    failure,
  }: { translate: (message: MessageCode | ShownMessage) => string; failure: MessageCode },
): SubmissionResult<string[]> {
  const ofForm = (reason: ShownMessage | null) =>
    submission.reply({ fieldErrors: { form: [translate(reason ?? failure)] } });
  if (isUnavailable(error)) return ofForm(null);
  if (!(error instanceof ApiError)) throw error;
  const fields = Object.entries(error.fields);
  if (fields.length === 0) return ofForm(error.reason);
  const fieldErrors = fields.map(([field, messages]) => [
    field,
    // A field error without a text still marks its field.
    messages.length > 0 ? messages.map(translate) : [translate(failure)],
  ]);
  return submission.reply({ fieldErrors: Object.fromEntries(fieldErrors) });
}

/** The reply without the values of secret fields; the form library itself omits files. */
function withoutSecrets(
  reply: SubmissionResult<string[]>,
  secrets: readonly string[],
): SubmissionResult<string[]> {
  const shown = Object.entries(reply.initialValue ?? {}).filter(
    ([name]) => !secrets.includes(name),
  );
  return { ...reply, initialValue: Object.fromEntries(shown) };
}

/** The API temporarily lacks something: a dependency, storage space. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([503, 507]);

/** The status of a form that is shown again after an error. */
function statusOf(error: unknown): number {
  if (isUnavailable(error)) return error.init.status;
  if (!(error instanceof ApiError) || error.status < 400) return 422;
  if (error.status >= 500) return TEMPORARY_STATUSES.has(error.status) ? error.status : 422;
  // A 401 of ours means that the sender has to sign in (wasNotProcessed); here it was a rejection.
  return error.status === 401 ? 422 : error.status;
}
