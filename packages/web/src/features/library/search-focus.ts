const SEARCH = "search";

/** State of a navigation to the library that puts the focus in its search field; a new one each time, for one visit. */
export function searchFocus(): { readonly focus: string } {
  return { focus: SEARCH };
}

export function isSearchFocus(state: unknown): boolean {
  return typeof state === "object" && state !== null && "focus" in state && state.focus === SEARCH;
}
