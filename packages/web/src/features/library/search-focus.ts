const SEARCH = "search";

/** Navigation state that focuses the library's search field; new each time, and used for one visit. */
export function searchFocus(): { readonly focus: string } {
  return { focus: SEARCH };
}

export function isSearchFocus(state: unknown): boolean {
  return typeof state === "object" && state !== null && "focus" in state && state.focus === SEARCH;
}
