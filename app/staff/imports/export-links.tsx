import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { buttonClass } from "#app/ui/base/button.tsx";

/** Links to two files: only the table, and the table with its images. */
export function ExportLinks() {
  const t = useT();
  const locale = useLocale();
  return (
    <p className="mt-4 flex flex-wrap gap-3">
      {["csv", "zip"].map((format) => (
        <a
          key={format}
          href={localePath(locale, `/staff/exports/products?format=${format}`)}
          download
          className={buttonClass({ kind: "secondary" })}
        >
          {t(`staff_imports.export_${format}`)}
        </a>
      ))}
    </p>
  );
}
