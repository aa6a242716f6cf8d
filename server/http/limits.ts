/**
 * Resource limits of a connection or request, in one place. docs/security.md lists these numbers,
 * and a test compares the two.
 */

/** Request line and headers together. The longest search, percent-encoded, needs 2.4 KB. */
export const HEADER_BYTES_MAX = 16 * 1024;
export const HEADERS_MAX = 100;
/**
 * The address of a redirect on this site. Percent-encoding triples the length of what a request
 * contains, and load balancers treat a process whose headers exceed their buffer as broken
 * (docs/operations.md). The sign-in with the longest page to return to needs 6.1 KB.
 */
export const LOCATION_LENGTH_MAX = 8 * 1024;
/**
 * A screen's form, possibly shown again with all its values. 5,000 characters, encoded, are 60 KB.
 */
export const FORM_BYTES_MAX = 256 * 1024;
/** Forms with files; the API has the limit of each file. */
export const UPLOAD_BYTES_MAX = 20 * 1024 * 1024;
/**
 * Forms with files that the process holds at the same time, counted in bytes that have arrived. The
 * API parses a form again, so each takes several times its length; a container has 768 MB, half of
 * it for the processes that decode pictures.
 */
export const UPLOADS_HELD_BYTES_MAX = 40 * 1024 * 1024;
export const UPLOADS_OF_CLIENT_MAX = 4;
/** The same for all other bodies that are longer than FREE_BODY_BYTES_MAX. */
export const BODIES_HELD_BYTES_MAX = 32 * 1024 * 1024;
export const BODIES_OF_CLIENT_MAX = 16;
/** Covers nearly all bodies: they take no place, so large and slow ones never delay them. */
export const FREE_BODY_BYTES_MAX = 64 * 1024;

/** From the first byte of a request, or from connecting, to the end of its headers. */
export const HEADERS_TIMEOUT_MS = 10_000;
/** From a request's arrival to the end of its body. */
export const BODY_TIMEOUT_MS = 20_000;
/** For the rest of a body whose request has waited longer than the body's own time limit. */
export const WAITED_BODY_TIMEOUT_MS = 5_000;
/**
 * For a body with files: UPLOAD_BYTES_MAX at 20 KB/s, a poor mobile connection. It is only read
 * completely for users who may upload.
 */
export const UPLOAD_TIMEOUT_MS = 20 * 60_000;
/** How long a large body waits for memory. A proxy waits for it and for the longest response. */
export const PLACE_TIMEOUT_MS = 45_000;
/** How long it waits before slow bodies in its way are cut off. */
export const PLACE_OVERDUE_AFTER_MS = 3_000;
/**
 * A large body is slow if all of it would take longer than this: 5 MB at less than 128 KB/s. Less
 * than PLACE_TIMEOUT_MS, so that waiting for a body that just keeps the pace is not in vain.
 */
export const PACE_MS = 40_000;
/** Maximum pause of a body's sender, or a response's reader. */
export const STALL_MS = 20_000;
/** How often Node checks for slow connections. */
export const CHECK_EVERY_MS = 2_000;
/** Longer than the 60 s for which proxies reuse a connection, so that the proxy closes it first. */
export const KEEP_ALIVE_MS = 65_000;
/** How long a closing connection is still read from, so that its client gets the response. */
export const LINGER_MS = 1_000;
