/** Filters of the subscribers, on screen and in the export. */
export const SUBSCRIBER_FILTERS = ["q", "state"];
