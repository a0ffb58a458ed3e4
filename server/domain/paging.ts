interface Paging {
  readonly page: number;
  readonly limit: number;
}

/** Rows to leave out before the page. */
export function offsetOf({ page, limit }: Paging): number {
  return (page - 1) * limit;
}

/** The answer's frame of a list: the page's rows, and how many there are in all. */
export function pageOf<Item>(paging: Paging, list: Item[], total: bigint | number) {
  return { list, page: paging.page, limit: paging.limit, total: Number(total) };
}
