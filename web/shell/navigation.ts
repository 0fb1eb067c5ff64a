import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { matchPath } from 'react-router'
import { isAllowed } from '#core/contract/access'
import type { ShownNavItem } from '#core/contract/bootstrap'
import { NAV_SECTIONS, type NavSection } from '#core/contract/pages'
import { subjectAtom } from '#web/session'
import { bootstrap } from '../boot/bootstrap.js'
import { findPage, pagePath } from './pages.js'

export type VisibleNavItem = ShownNavItem & { path: string }

/** Whether an entry leads to the current page or to a page above it. */
export function isCurrent(item: VisibleNavItem, pathname: string): boolean {
  const under = (path: string) => matchPath({ path, end: false }, pathname) !== null
  // Pages below it that have an entry of their own, or belong to another one, do not count.
  const isElsewhere = () =>
    bootstrap.nav
      .flatMap(({ page, alsoUnder = [] }) => [pagePath(page), ...[alsoUnder].flat()])
      .some((path) => path?.startsWith(`${item.path}/`) && under(path))
  return (under(item.path) && !isElsewhere()) || [item.alsoUnder ?? []].flat().some(under)
}

/** Whether a flag of the company's settings (`<plugin>.<key>`, declared with `browser`) is on. */
export function isFlagOn(setting: string): boolean {
  const [plugin, key] = setting.split('.') as [string, string]
  return bootstrap.settings[plugin]?.[key] === true
}

/** The entries that this person sees, by section, in order. */
export function useNavigation(): Record<NavSection, VisibleNavItem[]> & { bottom: VisibleNavItem[] } {
  const subject = useAtomValue(subjectAtom)
  return useMemo(() => {
    const visible = bootstrap.nav
      .flatMap((item) => {
        const page = findPage(item.page)
        const path = pagePath(item.page)
        if (!page || path === null || !isAllowed(page.access, subject)) return []
        if (item.needsFlag?.roles.includes(subject?.role ?? '') && !isFlagOn(item.needsFlag.setting)) return []
        return [{ ...item, path }]
      })
      .sort((a, b) => a.order - b.order)
    const section = (name: NavSection) => visible.filter((item) => item.section === name)
    const sections = Object.fromEntries(NAV_SECTIONS.map((name) => [name, section(name)])) as Record<NavSection, VisibleNavItem[]>
    return { ...sections, bottom: visible.filter((item) => item.bottomBarFor?.includes(subject?.role ?? '')).slice(0, 4) }
  }, [subject])
}
