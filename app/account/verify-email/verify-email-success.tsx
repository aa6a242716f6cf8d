import type { Route } from "./+types/verify-email-success";
import { loadVerified } from "./verified.server.ts";
import { VerifiedScreen } from "./verified-screen.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return loadVerified(context);
}

export default function VerifyEmailSuccess({ loaderData }: Route.ComponentProps) {
  return <VerifiedScreen kind="success" screen={loaderData} />;
}
