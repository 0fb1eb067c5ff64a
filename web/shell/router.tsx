import { useEffect } from 'react'
import { createBrowserRouter, matchRoutes, useNavigationType, type RouteObject } from 'react-router'
import { bootstrap } from '../boot/bootstrap.js'
import { FRONT_DOOR_PAGES } from '../boot/front_door.js'
import { ErrorView } from '../pages/ErrorPage.js'
import { BareLayout } from './layout/BareLayout.js'
import { PageFrame } from './PageFrame.js'
import { loadPage } from './pages.js'

function NotFound({ type = 'not-found' }: { type?: string }) {
  return (
    <BareLayout mainRef={null}>
      <ErrorView type={type} />
    </BareLayout>
  )
}

/** The login page is an app of its own, with the brand of the company in its address: the server gives it. */
function ToFrontDoor() {
  // Arriving by a link, the address is new to the server; otherwise it sent us here itself.
  const arrived = useNavigationType() !== 'POP'
  useEffect(() => {
    if (arrived) location.reload()
  }, [arrived])
  return arrived ? null : <NotFound />
}

// Keyed by page: two pages never share a frame's memory of where it was.
const pageRoutes: RouteObject[] = bootstrap.pages.map((page) => ({
  path: page.path,
  element: FRONT_DOOR_PAGES.includes(page.name) ? <ToFrontDoor /> : <PageFrame key={page.name} page={page} />,
  handle: page,
}))

/** Loads the code of the first page while messages are still on their way. */
export function preloadFirstPage(): void {
  if (bootstrap.error) return
  const page = matchRoutes(pageRoutes, location)?.at(-1)?.route.handle as (typeof bootstrap.pages)[number] | undefined
  if (page) void loadPage(page).catch(() => undefined)
}

/** The routes of core and of every plugin that is on; all else is the not-found page. */
export const createRouter = () =>
  createBrowserRouter(
    // The server has judged this address (404, maintenance …): it is believed, whatever the path looks like.
    bootstrap.error ? [{ path: '*', element: <NotFound type={bootstrap.error} /> }] : [...pageRoutes, { path: '*', element: <NotFound /> }],
  )
