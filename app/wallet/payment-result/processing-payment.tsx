import { requireUserMiddleware } from "#app/middleware/guards.ts";
import type { Route } from "./+types/processing-payment";
import { PaymentProgressScreen } from "./payment-progress.tsx";
import { loadPaymentProgress } from "./payment-status.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

export function loader({ context }: Route.LoaderArgs) {
  return loadPaymentProgress(context);
}

/** The waiting screen after checkout (spec §4 Deposits). */
export default function ProcessingPayment({ loaderData }: Route.ComponentProps) {
  return <PaymentProgressScreen progress={loaderData.progress} />;
}
