import type { Submission, SubmissionResult } from "@conform-to/react";
import { data, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import {
  ApiError,
  isOutcomeUnclear,
  isUnavailable,
} from "#app/api-client/transport/api-error.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { type ShownMessage, toReference } from "#app/i18n/message-reference.ts";
import { getMessage } from "#app/middleware/locale.ts";
import { throwUnsent } from "#app/middleware/note-unsent.ts";
import { keepForOneVisitor } from "#app/middleware/one-visitor.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { ErrorCode, MessageCode } from "#domain/messages.ts";
import type { FailedForm, LoadedForm } from "./form-types.ts";
import { createOperationId, nextOperationId } from "./operation-id.server.ts";
import { parseForm } from "./parse-form.server.ts";
import { type FieldName, getConstraints } from "./schema-fields.server.ts";

type Context = Readonly<RouterContextProvider>;
type FormArgs = { request: Request; context: Context };
type Errors = NonNullable<SubmissionResult<string[]>["error"]>;

/** Said when the API gives no reason (spec §8). Null is a form that did not reach the server. */
type Failure = MessageCode | ((error: unknown) => MessageCode);

/** Where an error of the API leads, by its code or else its status, instead of back to the form. */
type Exits = Partial<
  Record<ErrorCode | 401 | 404 | 409, (error: ApiError) => Response | Promise<Response>>
>;

export type FormOptions<Schema extends z.ZodObject> = {
  /** Of the HTML form; it distinguishes two forms of one page. */
  id: string;
  failure: Failure;
  /** Fields whose value is never sent back. */
  secrets?: readonly FieldName<Schema>[];
  /** Texts that are typed in three boxes, by the name of the field that they make. */
  dates?: readonly FieldName<Schema>[];
  /** Renames the contract's fields in an error to those of the form. */
  fromApi?: (error: ApiError) => ApiError;
  /** Adds to what the schema found wrong. */
  summarize?: (errors: Errors) => Errors;
};

export type AppForm<Schema extends z.ZodObject> = {
  /** For the loader; `useAppForm` takes it. */
  load(context: Context): Promise<LoadedForm<FieldName<Schema>>>;
  /**
   * Parses what was posted. Throws a 400 response for fields that are not the schema's, and the form
   * itself where its sender's session was over (`returnFormMiddleware`).
   */
  parse(args: FormArgs): Promise<FormSubmission<Schema>>;
  /**
   * The form to be shown again, with its status: without `error` what the schema found wrong (422);
   * else that of the API, its messages under the fields, or on top when no field carries one. An
   * error of the sender's keeps its status, an API that is away has 502 or 503, any other is a 422.
   * Throws what does not concern the form (redirects, bugs).
   */
  reject(args: {
    context: Context;
    submission: FormSubmission<Schema>;
    error?: unknown;
    failure?: Failure;
  }): ReturnType<typeof data<FailedForm>>;
  /** The whole action: parses, calls `run` with the schema's value, and rejects what goes wrong. */
  handle(
    args: FormArgs,
    run: (value: z.output<Schema>, api: ApiClient) => Promise<Response>,
    exits?: Exits,
  ): Promise<Response | ReturnType<typeof data<FailedForm>>>;
};

export type FormSubmission<Schema extends z.ZodObject> = Submission<
  z.input<Schema>,
  string[],
  z.output<Schema>
>;

/**
 * A form from its schema (docs/decisions/0025): its fields, their constraints, its action and what
 * the browser gets when it is shown again. `schema` is a function where limits come from the
 * settings.
 */
export function defineForm<Schema extends z.ZodObject>(
  schema: Schema | ((context: Context) => Promise<Schema>),
  options: FormOptions<Schema>,
): AppForm<Schema> {
  const { id, secrets = [], dates = [], fromApi, summarize } = options;
  const getSchema = async (context: Context) =>
    typeof schema === "function" ? schema(context) : schema;

  const form: AppForm<Schema> = {
    async load(context) {
      const current = await getSchema(context);
      const hasOperationId = "operation_id" in current.shape;
      if (hasOperationId) keepForOneVisitor(context);
      return {
        id,
        constraints: getConstraints(current, dates),
        operationId: hasOperationId ? createOperationId() : null,
        failure: toReference({ code: toCode(options.failure, null) }),
      };
    },
    async parse({ request, context }) {
      throwUnsent(context);
      return parseForm(request, await getSchema(context), dates);
    },
    reject({ context, submission, error, failure = options.failure }) {
      const sentId = submission.payload.operation_id;
      const reply =
        error === undefined
          ? invalidReply(submission, summarize)
          : errorReply(submission, error instanceof ApiError && fromApi ? fromApi(error) : error, {
              // The one place where the messages of a form's errors are translated.
              translate: getMessage(context),
              failure: toCode(failure, error),
            });
      return data(
        {
          formId: id,
          reply: withoutSecrets(reply, secrets),
          operationId: sentId === undefined ? null : nextOperationId(sentId, error),
          isUnclear: isOutcomeUnclear(error),
        },
        { status: error === undefined ? 422 : statusOf(error) },
      );
    },
    async handle(args, run, exits = {}) {
      const { context } = args;
      const submission = await form.parse(args);
      if (submission.status !== "success") return form.reject({ context, submission });
      try {
        return await run(submission.value, getApi(context));
      } catch (error) {
        const exit = error instanceof ApiError ? findExit(exits, error) : undefined;
        if (exit) return exit();
        return form.reject({ context, submission, error });
      }
    },
  };
  return form;
}

function toCode(failure: Failure, error: unknown): MessageCode {
  return typeof failure === "string" ? failure : failure(error);
}

/** Own keys only: the code is the server's to choose. */
function findExit(exits: Exits, error: ApiError): (() => Response | Promise<Response>) | undefined {
  const entries = Object.entries(exits);
  const [, exit] =
    entries.find(([key]) => key === error.code) ??
    entries.find(([key]) => key === String(error.status)) ??
    [];
  return exit && (() => exit(error));
}

function invalidReply<Schema extends z.ZodObject>(
  submission: FormSubmission<Schema>,
  summarize?: (errors: Errors) => Errors,
): SubmissionResult<string[]> {
  const reply = submission.reply();
  return summarize ? { ...reply, error: summarize({ ...reply.error }) } : reply;
}

/**
 * The reply to a form whose call the API rejected. What concerns no field is under "form", the name
 * of none: the form library would focus the first control without a name for what is under "".
 * Throws what is neither an error of the API's nor an API that is away.
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
    // A field of which the server gives no text is wrong all the same.
    messages.length > 0 ? messages.map(translate) : [translate(failure)],
  ]);
  return submission.reply({ fieldErrors: Object.fromEntries(fieldErrors) });
}

/** The reply without what was typed into secret fields; files the form library leaves out itself. */
function withoutSecrets(
  reply: SubmissionResult<string[]>,
  secrets: readonly string[],
): SubmissionResult<string[]> {
  const shown = Object.entries(reply.initialValue ?? {}).filter(
    ([name]) => !secrets.includes(name),
  );
  return { ...reply, initialValue: Object.fromEntries(shown) };
}

/** The status of a form that is shown again after an error. */
function statusOf(error: unknown): number {
  if (isUnavailable(error)) return error.init.status;
  const isSenders = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isSenders ? error.status : 422;
}
