import { requireUserMiddleware } from "#app/middleware/guards.ts";
import type { Route } from "./+types/deposit-processing";
import { PaymentProgressScreen } from "./payment-progress.tsx";
import { loadPaymentProgress } from "./payment-status.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

export function loader({ context }: Route.LoaderArgs) {
  return loadPaymentProgress(context);
}

/** The same waiting screen, under the dashboard (spec §2 deposit-processing). */
export default function DepositProcessing({ loaderData }: Route.ComponentProps) {
  return <PaymentProgressScreen progress={loaderData.progress} />;
}
