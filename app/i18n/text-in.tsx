import type { ReactNode } from "react";
import { directionOf } from "#domain/locales.ts";
import { useT } from "./i18n.tsx";
import type { TranslateValues } from "./translate.ts";

/**
 * The attributes of an element whose text is in this language; none if it is undefined, which is the
 * page's own (WCAG 2.2, 3.1.2 Language of Parts).
 */
export function languageProps(language: string | undefined): {
  lang?: string;
  dir?: "ltr" | "rtl";
} {
  return language === undefined ? {} : { lang: language, dir: directionOf(language) };
}

/** A text in this language within a line of the page's own. */
export function TextIn(props: { language: string | undefined; children: ReactNode }) {
  const { language, children } = props;
  return language === undefined ? children : <bdi {...languageProps(language)}>{children}</bdi>;
}

/** Stands for a title while its sentence is translated; no text contains it. */
const MARK = "\uFFFC";

/** A sentence of the page with a title in its place, which may be in another language. */
export function TitleSentence(props: {
  /** The sentence's key. */
  text: string;
  values?: TranslateValues;
  title: string;
  /** The title's place in the sentence: `{{title}}`. */
  name?: string;
  language: string | undefined;
}) {
  const { text, values, title, name = "title", language } = props;
  const t = useT();
  if (language === undefined) return t(text, { ...values, [name]: title });
  const [before, after] = t(text, { ...values, [name]: MARK }).split(MARK);
  return (
    <>
      {before}
      <TextIn language={language}>{title}</TextIn>
      {after}
    </>
  );
}
