import { useSearchParams } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";
import { Icon } from "./icon.tsx";
import { Form, Link } from "./link.tsx";

/** A plain GET form; the clear button is a link, so both work without scripts. */
export function SearchBox({ id }: { id: string }) {
  const t = useT();
  const [params] = useSearchParams();
  const search = params.get("search") ?? "";
  return (
    <Form action="/products" method="get" role="search" className="relative w-full">
      <label htmlFor={id} className="sr-only">
        {t("shell.search")}
      </label>
      <input
        key={search}
        id={id}
        name="search"
        type="search"
        defaultValue={search}
        maxLength={200}
        placeholder={t("shell.searchPlaceholder")}
        className="input pe-20 [&::-webkit-search-cancel-button]:hidden"
        enterKeyHint="search"
      />
      <div className="absolute inset-y-0 end-1 flex items-center">
        {search ? (
          <Link
            to="/products"
            aria-label={t("shell.searchClear")}
            className="grid size-9 place-items-center rounded-control text-muted hover:bg-sunken"
          >
            <Icon name="close" className="size-4" />
          </Link>
        ) : null}
        <button
          type="submit"
          aria-label={t("shell.search")}
          className="grid size-9 place-items-center rounded-control hover:bg-sunken"
        >
          <Icon name="search" />
        </button>
      </div>
    </Form>
  );
}
