import { HttpResponse } from "msw";

/** How servers of other makes acknowledge a write that they have done (docs/decisions 0020). */
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
  ["a status in other letters", () => HttpResponse.json({ status: " Ok " })],
  ["a status that is a number", () => HttpResponse.json({ status: 201 })],
  ["the state of what was written", () => HttpResponse.json({ id: 9, status: "pending" })],
  ["a flag of success", () => HttpResponse.json({ success: true, errors: [] })],
  ["errors of no field", () => HttpResponse.json({ errors: { amount: [] } })],
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

/** How they say inside a 200 that they have not done it, each with this message. */
export const ODD_REJECTIONS: [name: string, body: (message: string) => unknown][] = [
  ["ERROR", (message) => ({ status: "ERROR", message })],
  ["error", (message) => ({ status: "error", message })],
  ["FAILED", (message) => ({ status: "FAILED", message })],
  ["ERROR and a space", (message) => ({ status: "ERROR ", message })],
  ["a status false", (message) => ({ status: false, message })],
  ["a status 422", (message) => ({ status: 422, message })],
  ["a status of a word of its own", (message) => ({ status: "denied", message })],
  ["success false", (message) => ({ success: false, message })],
  ["errors by field", (message) => ({ message, errors: { other: [message] } })],
  ["errors in a list", (message) => ({ errors: [message] })],
  ["messages in a list", (message) => ({ message: "Invalid.", errors: [{ message }] })],
];
