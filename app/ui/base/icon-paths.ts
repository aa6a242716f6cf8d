/** Line icons on a square of 24: a name, and the `d` of its path. */
export const ICON_PATHS = {
  close: "M6 6l12 12M18 6L6 18",
  search: "M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM16 16l5 5",
  menu: "M3 7h18M3 12h18M3 17h18",
  down: "M6 9l6 6 6-6",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  user: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM4 21c1-5 4-7 8-7s7 2 8 7",
  check: "M5 13l5 5L19 7",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  globe: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  copy: "M9 9h11v11H9zM5 15V4h11",
  heart: "M12 20.5C6 16.2 3 12.8 3 9a4.8 4.8 0 0 1 9-2.4A4.8 4.8 0 0 1 21 9c0 3.8-3 7.2-9 11.5z",
  info: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM12 11v6M12 7.5v.5",
} as const;

export type IconName = keyof typeof ICON_PATHS;
