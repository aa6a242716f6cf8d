import { data } from "react-router";
import { Message } from "#app/ui/base/error-page.tsx";

/** The page that unknown paths redirect to; its own status is also 404 (design §4 Locale). */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <Message kind="404" />;
}
