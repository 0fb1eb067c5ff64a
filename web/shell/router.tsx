import { useEffect } from 'react'
import { createBrowserRouter, matchRoutes, Navigate, useLocation, useNavigationType, type RouteObject } from 'react-router'
import type { PageDefinition } from '#core/contract/pages'
import { bootstrap } from '../boot/bootstrap.js'
import { SIGN_IN_PAGES } from '../boot/sign_in_pages.js'
import { ErrorView } from '../pages/ErrorPage.js'
import { BareLayout } from './layout/BareLayout.js'
import { PageFrame } from './PageFrame.js'
import { lazyAtOnce } from './lazy_at_once.js'
import { loadPage } from './pages.js'
import { skipRepeatedEntries } from './repeated_entries.js'

function NotFound({ type = 'not-found' }: { type?: string }) {
  return (
    <BareLayout mainRef={null}>
      <ErrorView type={type} />
    </BareLayout>
  )
}

/** The sign-in page is an app of its own, and some pages are only their document: the server sends them. */
function ToServer() {
  // A client-side navigation must load it from the server; otherwise the server itself sent us here.
  const arrived = useNavigationType() !== 'POP'
  useEffect(() => {
    if (arrived) location.reload()
  }, [arrived])
  return arrived ? null : <NotFound />
}

/** Pages that only the server can show: the sign-in page, and those that are only their document. */
const isServers = ({ name, documentOnly }: PageDefinition) => documentOnly === true || SIGN_IN_PAGES.includes(name)
const isPublicPage = (page: PageDefinition) => page.access.kind === 'anyone' && !isServers(page)

/** Loads the code and texts of a page, by its name. */
const fetches = new Map<string, () => Promise<void>>()

const pageRoutes: RouteObject[] = bootstrap.pages.map((page) => {
  const { Content, fetch } = lazyAtOnce(() => loadPage(page))
  fetches.set(page.name, fetch)
  // Keyed by page, so that two pages never share state.
  const framed = (
    <PageFrame key={page.name} page={page}>
      <Content />
    </PageFrame>
  )
  return { path: page.path, element: isServers(page) ? <ToServer /> : framed, handle: page }
})

/** Keeps the query, such as a tab. */
function Alias({ of: pathname }: { of: string }) {
  const { search } = useLocation()
  return <Navigate to={{ pathname, search }} replace />
}

/** Other paths of a page (`alsoAt`) redirect to it. The server does the same. */
const aliasRoutes: RouteObject[] = bootstrap.pages.flatMap(({ path, alsoAt = [] }) =>
  alsoAt.map((alias) => ({ path: alias, element: <Alias of={path} /> })),
)

/** Loads the code and texts of the first page before the app renders. The page itself shows a failure. */
export async function fetchFirstPage(): Promise<void> {
  if (bootstrap.error) return
  const page = matchRoutes(pageRoutes, location)?.at(-1)?.route.handle as (typeof bootstrap.pages)[number] | undefined
  // The sign-in page is an app of its own: <ToServer> leads there.
  if (page && !isServers(page))
    await fetches
      .get(page.name)?.()
      .catch(() => undefined)
}

/** The routes of core and of every plugin that is on; others are not found. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  // The server's verdict on this address (404, maintenance …) is final. Only a public page can say more about missing things, such as a
  // certificate that was never issued.
  const known = bootstrap.error === 'not-found' ? pageRoutes.filter(({ handle }) => isPublicPage(handle as PageDefinition)) : []
  if (bootstrap.error) return createBrowserRouter([...known, { path: '*', element: <NotFound type={bootstrap.error} /> }])
  return skipRepeatedEntries(createBrowserRouter([...aliasRoutes, ...pageRoutes, { path: '*', element: <NotFound /> }]))
}
