import { Search, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useHistoryState } from "wouter/use-browser-location";
import { isSearchFocus } from "./search-focus.ts";

export function SearchField({
  text,
  onChange,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const navigated: unknown = useHistoryState();
  useEffect(() => {
    if (isSearchFocus(navigated)) input.current?.focus();
  }, [navigated]);
  return (
    <search className="relative min-w-0 flex-1 max-sm:order-first sm:max-w-80">
      <Search
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute top-[13px] left-3.5 text-faint"
      />
      <input
        ref={input}
        type="text"
        inputMode="search"
        aria-label="Search the library"
        placeholder="Search title, artist, album"
        className="field pr-20 pl-11 max-sm:pr-11 max-sm:pl-10"
        maxLength={200}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {text !== "" && (
        <button
          type="button"
          className="button button-small absolute top-1 right-1 border-transparent"
          onClick={() => {
            onChange("");
            input.current?.focus();
          }}
        >
          <X size={15} aria-hidden="true" />
          <span className="max-sm:sr-only">Clear</span>
        </button>
      )}
    </search>
  );
}
