/** The three logins of the database; docs/operations.md says what each may do. */
export interface DatabaseUrls {
  /** For work in one company; sees nothing without a company set. */
  databaseUrl: string
  /** For work across companies and the job tables. */
  databaseAcrossUrl: string
  /** For migrations at start. */
  databaseOwnerUrl: string
}

/** The same as environment variables, for a child process. Pure. */
export function databaseEnv(urls: DatabaseUrls): Record<string, string> {
  return {
    DATABASE_URL: urls.databaseUrl,
    DATABASE_ACROSS_URL: urls.databaseAcrossUrl,
    DATABASE_OWNER_URL: urls.databaseOwnerUrl,
  }
}

/** Only the three addresses of an object that has them. Pure. */
export function databaseUrls({ databaseUrl, databaseAcrossUrl, databaseOwnerUrl }: DatabaseUrls): DatabaseUrls {
  return { databaseUrl, databaseAcrossUrl, databaseOwnerUrl }
}

/** The same server and login, another database. Pure. */
export function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** The database of an address. Pure. */
export function nameOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}

/** The login of a database address. Pure. */
export function loginOf(url: string): string {
  return decodeURIComponent(new URL(url).username)
}
