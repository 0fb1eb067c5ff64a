type Make = () => Readonly<Record<string, string>>

const makers: Make[] = []

/** Has a plugin add headers to each call of our own server, when its browser half is loaded. */
export function addRequestHeaders(make: Make): void {
  makers.push(make)
}

/** Returns the headers that plugins add to a call. */
export const requestHeaders = (): Record<string, string> => Object.assign({}, ...makers.map((make) => make())) as Record<string, string>
