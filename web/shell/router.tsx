import { useEffect } from 'react'
import { createBrowserRouter, matchRoutes, Navigate, useLocation, useNavigationType, type RouteObject } from 'react-router'
import type { PageDefinition } from '#core/contract/pages'
import { bootstrap } from '../boot/bootstrap.js'
import { FRONT_DOOR_PAGES } from '../boot/front_door.js'
import { ErrorView } from '../pages/ErrorPage.js'
import { BareLayout } from './layout/BareLayout.js'
import { PageFrame } from './PageFrame.js'
import { lazyAtOnce } from './lazy_at_once.js'
import { loadPage } from './pages.js'
import { passOverTheSame } from './same_again.js'

function NotFound({ type = 'not-found' }: { type?: string }) {
  return (
    <BareLayout mainRef={null}>
      <ErrorView type={type} />
    </BareLayout>
  )
}

/** The login page is an app of its own, and some pages are their document alone: the server gives them. */
function ToServer() {
  // Arriving by a link, the address is new to the server; otherwise it sent us here itself.
  const arrived = useNavigationType() !== 'POP'
  useEffect(() => {
    if (arrived) location.reload()
  }, [arrived])
  return arrived ? null : <NotFound />
}

/** Pages that only the server can show: the login page, and those that are their document alone. */
const isServers = ({ name, documentOnly }: PageDefinition) => documentOnly === true || FRONT_DOOR_PAGES.includes(name)
const isPublicPage = (page: PageDefinition) => page.access.kind === 'anyone' && !isServers(page)

/** What fetches the code and the words of a page, by its name. */
const fetches = new Map<string, () => Promise<void>>()

const pageRoutes: RouteObject[] = bootstrap.pages.map((page) => {
  const { Content, fetch } = lazyAtOnce(() => loadPage(page))
  fetches.set(page.name, fetch)
  // Keyed by page: two pages never share a frame's memory of where it was.
  const framed = (
    <PageFrame key={page.name} page={page}>
      <Content />
    </PageFrame>
  )
  return { path: page.path, element: isServers(page) ? <ToServer /> : framed, handle: page }
})

/** With what the address asks for, such as a tab. */
function Alias({ of: pathname }: { of: string }) {
  const { search } = useLocation()
  return <Navigate to={{ pathname, search }} replace />
}

/** Other paths of a page (`alsoAt`) lead to it. The server does the same for who arrives by one. */
const aliasRoutes: RouteObject[] = bootstrap.pages.flatMap(({ path, alsoAt = [] }) =>
  alsoAt.map((alias) => ({ path: alias, element: <Alias of={path} /> })),
)

/** The code and the words of the page in the address: there when the app is first drawn. Its failure is the page's to show. */
export async function fetchFirstPage(): Promise<void> {
  if (bootstrap.error) return
  const page = matchRoutes(pageRoutes, location)?.at(-1)?.route.handle as (typeof bootstrap.pages)[number] | undefined
  // The login page is an app of its own: <ToServer> leads there.
  if (page && !isServers(page))
    await fetches
      .get(page.name)?.()
      .catch(() => undefined)
}

/** The routes of core and of every plugin that is on; all else is the not-found page. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  // The server has judged this address (404, maintenance …): it is believed, whatever the path looks like.
  // Only a public page of what is gone can say more about it than that: of a certificate that was never issued, say.
  const known = bootstrap.error === 'not-found' ? pageRoutes.filter(({ handle }) => isPublicPage(handle as PageDefinition)) : []
  if (bootstrap.error) return createBrowserRouter([...known, { path: '*', element: <NotFound type={bootstrap.error} /> }])
  return passOverTheSame(createBrowserRouter([...aliasRoutes, ...pageRoutes, { path: '*', element: <NotFound /> }]))
}
