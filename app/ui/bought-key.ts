/** The key of the text about an order that has just been made. */
export const toBoughtKey = ({ isOpen }: { isOpen: boolean }): string =>
  isOpen ? "buy.doneToast" : "buy.lockedToast";
