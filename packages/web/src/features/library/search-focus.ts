const WISH = "search";

/** Goes with the way to the library for who wants to search there; a new one each time, since it is granted once. */
export function searchWish(): { readonly wish: string } {
  return { wish: WISH };
}

export function isSearchWish(state: unknown): boolean {
  return typeof state === "object" && state !== null && "wish" in state && state.wish === WISH;
}
