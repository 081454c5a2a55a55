/** Buttons for the previous and the next page, if any. */
export function CarePages({
  page,
  total,
  perPage,
  onPage,
}: {
  readonly page: number;
  readonly total: number;
  readonly perPage: number;
  readonly onPage: (page: number) => void;
}) {
  if (total <= perPage && page === 0) return null;
  return (
    <div className="flex justify-end gap-2">
      <button
        type="button"
        className="button button-small"
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        Back
      </button>
      <button
        type="button"
        className="button button-small"
        disabled={(page + 1) * perPage >= total}
        onClick={() => onPage(page + 1)}
      >
        More
      </button>
    </div>
  );
}
