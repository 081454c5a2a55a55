/** Stores a choice in this browser and notifies this page; the browser notifies other pages. */
export function chooseSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.warn("setting not stored", key, error);
  }
  dispatchEvent(new StorageEvent("storage", { key, newValue: value }));
}

/**
 * Calls back on each new choice, in this page or another.
 * @returns an unsubscribe function
 */
export function onSettingChosen(key: string, tell: (value: string) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key && event.newValue !== null) tell(event.newValue);
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
