import { useAtomValue } from 'jotai'
import { Component, lazy, startTransition, Suspense, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { isAllowed } from '#core/contract/access'
import type { PageDefinition } from '#core/contract/pages'
import { loadMissingMessages, useHasMessage, useT } from '#web/i18n'
import { goTo, loggedInAtom, loginPath, navigationHiddenAtom, storeReturnPath, subjectAtom } from '#web/session'
import { ConfirmHost, PageHelp } from '#web/ui'
import AppLayout from './layout/AppLayout.js'
import { BareLayout } from './layout/BareLayout.js'
import FocusLayout from './layout/FocusLayout.js'
import CrashPage from '../pages/CrashPage.js'
import PageSkeleton from '../pages/PageSkeleton.js'
import { pageShown } from './browser_warning.js'
import { isArriving } from './arriving.js'
import { focusHeading } from './focus.js'
import { PageView } from './page_view.js'
import { helpOf } from './pages.js'
import { documentTitle, ownTitleAtom } from './page_title.js'

const NoPermissionPage = lazy(() => import('../pages/NoPermissionPage.js'))

/** A broken page keeps the navigation. It recovers on the next address. */
class PageBoundary extends Component<{ place: string; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override componentDidCatch(error: unknown) {
    console.error('The page failed', error)
  }
  override componentDidUpdate(before: { place: string }) {
    if (this.state.broken && before.place !== this.props.place) this.setState({ broken: false })
  }
  override render() {
    return this.state.broken ? <CrashPage /> : this.props.children
  }
}

/** The browser itself places focus and scroll position on the first page. Outside the frame, because every page has its own. */
let firstArrival = true

/** Once the page is shown: focuses its title and scrolls to its top. Inside the layout, so that it waits for the layout's code. */
function Arrival({ place, main }: { place: string; main: RefObject<HTMLElement | null> }) {
  const type = useNavigationType()
  const { key, state } = useLocation()
  const anew = type !== 'POP' && isArriving(state) ? key : null
  useEffect(() => {
    if (firstArrival) {
      firstArrival = false
      return
    }
    if (type !== 'POP') window.scrollTo(0, 0)
    return main.current ? focusHeading(main.current) : undefined
    // Only another path is an arrival; filters and panels change the rest of the address.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [place])
  useEffect(() => {
    if (!anew) return
    window.scrollTo(0, 0)
    return main.current ? focusHeading(main.current) : undefined
  }, [anew, main])
  return null
}

/** Reports that the page's own code is rendered. */
function Settled({ onSettled }: { onSettled: (settled: true) => void }) {
  useEffect(() => startTransition(() => onSettled(true)), [onSettled])
  return null
}

/** Everything around a page: guard, layout, title, focus, and the loading and error states. */
export function PageFrame({ page, children }: { page: PageDefinition; children: ReactNode }) {
  const t = useT()
  const has = useHasMessage()
  const loggedIn = useAtomValue(loggedInAtom)
  const subject = useAtomValue(subjectAtom)
  const barsHidden = useAtomValue(navigationHiddenAtom)
  const ownTitle = useAtomValue(ownTitleAtom)
  const { pathname, search } = useLocation()
  const main = useRef<HTMLElement>(null)
  // Overlays load after the page below them.
  const [settled, setSettled] = useState(false)
  const isPublic = page.access.kind === 'anyone'
  const help = useMemo(() => helpOf(page.name), [page])
  // The texts of the page's plugin may still be loading; the server's title stays until then.
  const title = ownTitle ?? (has(page.title) ? t(page.title) : null)

  useEffect(() => {
    if (title) document.title = documentTitle(title)
  }, [title])
  useEffect(() => pageShown.emit(pathname), [pathname])
  useEffect(() => loadMissingMessages(), [pathname])

  if (!isPublic && !loggedIn) {
    storeReturnPath(pathname + search)
    goTo(loginPath())
    return null
  }

  const allowed = isAllowed(page.access, subject)
  const content = (
    <>
      <Arrival place={pathname} main={main} />
      <PageBoundary place={pathname}>
        <Suspense fallback={<PageSkeleton />}>
          <PageHelp value={help}>{allowed ? children : <NoPermissionPage />}</PageHelp>
          <Settled onSettled={setSettled} />
          {loggedIn && allowed && page.logView && <PageView route={page.name} place={pathname} />}
        </Suspense>
      </PageBoundary>
    </>
  )
  if (isPublic)
    return (
      <Suspense fallback={null}>
        <BareLayout mainRef={main}>
          {content}
          <ConfirmHost />
        </BareLayout>
      </Suspense>
    )
  const Layout = page.hideNavigation || barsHidden ? FocusLayout : AppLayout
  return (
    <Suspense fallback={null}>
      <Layout mainRef={main} width={page.width ?? 'reading'} settled={settled} mayAsk={!page.hideNavigation}>
        {content}
      </Layout>
    </Suspense>
  )
}
