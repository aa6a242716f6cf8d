// The baseline cost of a page: a plain Node server with the bytes and headers of one response in
// memory. Started by pages.mjs, which writes the response to standard input as JSON.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const { headers, body } = JSON.parse(await text(process.stdin));
const bytes = Buffer.from(body, "base64");
const server = createServer((_request, response) => {
  response.writeHead(200, { ...headers, "content-length": bytes.byteLength });
  response.end(bytes);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
