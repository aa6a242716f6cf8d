import { z } from "zod";

/** The one field of the forms that a newsletter mail's links lead to. */
export const newsletterLinkSchema = z.object({ token: z.string().max(100) });
export const NEWSLETTER_LINK_FIELDS = ["token"] as const;
