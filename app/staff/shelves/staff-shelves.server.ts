import { z } from "zod";
import { defineForm } from "#app/forms/define-form.server.ts";
import { isRowId } from "#domain/ids.ts";
import { CHOSEN_SHELVES, SHELF_CHANGES } from "#domain/shelves.ts";

/** A click on a button next to a product: the action, the product, and the shelf as it was seen. */
export const shelfForm = defineForm(
  z.object({
    shelf: z.enum(CHOSEN_SHELVES),
    change: z.string().transform((text, context) => {
      const [name, product = ""] = text.split(":");
      const change = SHELF_CHANGES.find((one) => one === name);
      if (change && isRowId(product)) return { change, product };
      context.addIssue({ code: "custom", message: "choice_required" });
      return z.NEVER;
    }),
    seen: z
      .string()
      .max(500)
      .optional()
      .transform((text = "") => text.split(",").filter(isRowId)),
  }),
  { id: "shelf", failure: "request_failed" },
);
