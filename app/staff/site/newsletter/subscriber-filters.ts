/** What the subscribers are narrowed by, on screen and in the export. */
export const SUBSCRIBER_FILTERS = ["q", "state"];
