type Prompt = { id: string; isOpen: boolean };

/**
 * Puts the prompt first that the form selects: the requested one, else the first of an open order.
 * The others keep their order: a phone shows only the first few.
 */
export function putFirst<One extends Prompt>(prompts: readonly One[], requested: One | null) {
  const first = requested ?? prompts.find(({ isOpen }) => isOpen);
  return first ? [first, ...prompts.filter(({ id }) => id !== first.id)] : [...prompts];
}
