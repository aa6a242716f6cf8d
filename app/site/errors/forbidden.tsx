import { data } from "react-router";
import { Message } from "#app/ui/base/error-page.tsx";

export function loader() {
  return data(null, { status: 403 });
}

export default function Forbidden() {
  return <Message kind="403" />;
}
