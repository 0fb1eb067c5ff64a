import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { bootstrap } from '../boot/bootstrap.js'

/** A title that a page knows better than its definition, such as the name of a course. */
export const ownTitleAtom = atom<string | null>(null)

/** Sets the document's title: `usePageTitle(course?.name)`. */
export function usePageTitle(title: string | undefined): void {
  const setTitle = useSetAtom(ownTitleAtom)
  useEffect(() => {
    if (!title) return
    setTitle(title)
    return () => setTitle(null)
  }, [title, setTitle])
}

export function documentTitle(title: string): string {
  return `${title} · ${bootstrap.branding.companyName}`
}
