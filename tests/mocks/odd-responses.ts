import { HttpResponse } from "msw";

/**
 * How servers of other makes acknowledge a write that they have done: each is a 2xx without
 * `status: "ERROR"`, so each is success (spec §7 defines no more).
 */
export const ODD_SUCCESSES: [name: string, respond: () => Response][] = [
  ["status alone", () => HttpResponse.json({ status: "OK" })],
  ["payload null", () => HttpResponse.json({ status: "OK", payload: null })],
  ["payload []", () => HttpResponse.json({ status: "OK", payload: [] })],
  ["payload {}", () => HttpResponse.json({ status: "OK", payload: {} })],
  ["payload {id}", () => HttpResponse.json({ status: "OK", payload: { id: 9 } })],
  ["payload a number", () => HttpResponse.json({ status: "OK", payload: 9 })],
  ["message null", () => HttpResponse.json({ status: "OK", payload: null, message: null })],
  ["a bare message", () => HttpResponse.json({ message: "Done." })],
  ["a message that is a list", () => HttpResponse.json({ message: ["Done."] })],
  ["another status", () => HttpResponse.json({ status: "success" })],
  ["a status that is a flag", () => HttpResponse.json({ status: true })],
  ["data instead of payload", () => HttpResponse.json({ data: { id: 9 } })],
  ["an empty list", () => HttpResponse.json([])],
  ["null", () => HttpResponse.json(null)],
  ["a text", () => HttpResponse.json("ok")],
  ["an empty body", () => new HttpResponse("", { status: 200 })],
  ["201 without a body", () => new HttpResponse(null, { status: 201 })],
  ["202 with a body", () => HttpResponse.json({ status: "OK" }, { status: 202 })],
  ["204", () => new HttpResponse(null, { status: 204 })],
  ["plain text", () => HttpResponse.text("OK")],
  ["half of a JSON text", () => HttpResponse.text('{"status":"OK","payl')],
  ["a page", () => HttpResponse.html("<h1>Thanks</h1>")],
];
