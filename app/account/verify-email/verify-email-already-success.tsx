import type { Route } from "./+types/verify-email-already-success";
import { loadVerified } from "./verified.server.ts";
import { VerifiedScreen } from "./verified-screen.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return loadVerified(context);
}

export default function VerifyEmailAlreadySuccess({ loaderData }: Route.ComponentProps) {
  return <VerifiedScreen kind="already" screen={loaderData} />;
}
