/** Keeps a choice in this browser and tells the page of it, as the browser tells its other pages. */
export function chooseSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.warn("setting not stored", key, error);
  }
  dispatchEvent(new StorageEvent("storage", { key, newValue: value }));
}

/** Tells each new choice, of this page or another. @returns ends it */
export function onSettingChosen(key: string, tell: (value: string) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key && event.newValue !== null) tell(event.newValue);
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
