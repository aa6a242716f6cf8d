import { expect, it } from "vitest";
import { forgotForm, resetForm } from "#app/account/reset-password/reset-password.server.ts";
import { confirmForm as confirmEmailForm } from "#app/account/verify-email/confirm-email.server.ts";
import { resendForm } from "#app/account/verify-email/verify-email.server.ts";
import {
  confirmForm as subscribeForm,
  unsubscribeForm,
} from "#app/site/newsletter/link-form.server.ts";
import { complaintForm, noticeForm } from "#app/site/notices/notices.server.ts";
import { confirmForm as confirmWithdrawalForm } from "#app/site/withdrawal/confirm-withdrawal.server.ts";
import { withdrawalForm } from "#app/site/withdrawal/withdrawal.server.ts";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";

// Guests have no page on which to check the result of a form.
it.each([
  ["a request for a link", forgotForm, "errors.request_failed"],
  ["a new password by a link", resetForm, "errors.reset_unclear"],
  ["a confirmed email address", confirmEmailForm, "errors.request_failed"],
  ["a link sent again", resendForm, "errors.email_link_resend_failed"],
  ["a confirmed subscription", subscribeForm, "errors.newsletter_failed"],
  ["the end of a subscription", unsubscribeForm, "errors.request_failed"],
  ["a notice", noticeForm, "errors.request_failed"],
  ["a complaint", complaintForm, "errors.request_failed"],
  ["a withdrawal", withdrawalForm, "errors.withdrawal_unclear"],
  ["a confirmed withdrawal", confirmWithdrawalForm, "errors.withdrawal_unclear"],
])("a guest whose response is lost can do what the message says: %s", async (_, form, text) => {
  const request = new Request(`${SHOP_URL}/en/login`);
  const noApi = () => new Response(null, { status: 204 });
  const { result } = await runInWebTier(request, noApi, async (context) => {
    const { unclear } = await form.load(context);
    return unclear;
  });
  expect(result).toBe(text);
});
