import { driver, type DriveStep } from 'driver.js'
import 'driver.js/dist/driver.css'
import { useTheme } from '@mui/material'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { request } from '#web/api'
import { useMessagesOf, useT } from '#web/i18n'
import { helpOf, pagePath, useNavigation } from '#web/shell'
import './tour.css'

/** The visible link to a page: in the top bar, or at the bottom of a phone. */
const linkTo = (path: string) =>
  [...document.querySelectorAll<HTMLElement>(`nav a[href="${CSS.escape(path)}"]`)].find(
    (link) => link.offsetParent !== null || link.getClientRects().length > 0,
  )

/** The platform's tour: what every entry of the navigation is for, as its plugin says. */
export default function Tour() {
  const t = useT()
  const theme = useTheme()
  const { main, profile } = useNavigation()
  const navigate = useNavigate()
  const begun = useRef(false)
  // The texts belong to the entries' plugins.
  const hasWords = useMessagesOf([...main, ...profile].flatMap(({ tour }) => (tour ? [tour.slice(0, tour.indexOf('.'))] : [])))
  useEffect(() => {
    if (begun.current || !hasWords) return
    begun.current = true
    const before = document.activeElement
    const steps = [...main, ...profile].flatMap(({ page, path, text, tour }): DriveStep[] => {
      if (!tour) return []
      const element = linkTo(path)
      const help = helpOf(page)
      const article = help && pagePath('support.article', help)
      return [{ ...(element && { element }), popover: { title: text, description: t(tour) }, data: { article } }]
    })
    const all: DriveStep[] = [
      { popover: { title: t('support.tour.welcome'), description: t('support.tour.welcome_text') } },
      ...steps,
      { popover: { title: t('support.tour.end'), description: t('support.tour.end_text') } },
    ]
    const tour = driver({
      steps: all,
      animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      duration: 180,
      showProgress: true,
      progressText: t('support.tour.progress', { current: '{{current}}', total: '{{total}}' }),
      nextBtnText: t('support.tour.next'),
      prevBtnText: t('support.tour.previous'),
      doneBtnText: t('support.tour.done'),
      popoverClass: 'platform-tour',
      stageRadius: 8,
      onPopoverRender: ({ wrapper, closeButton, description }, { state }) => {
        const article: unknown = state.activeStep?.data?.article
        if (typeof article === 'string') description.append(document.createElement('br'), linkToArticle(article))
        wrapper.style.setProperty('--tour-main', theme.palette.primary.main)
        wrapper.style.setProperty('--tour-on-main', theme.palette.primary.contrastText)
        closeButton.setAttribute('aria-label', t('support.tour.stop'))
      },
      onDestroyed: () => {
        // Returns the focus to where it was, or to the page's title instead of the top of the document.
        const place = before?.isConnected && before !== document.body ? before : document.querySelector('main h1')
        if (place instanceof HTMLElement) place.focus()
        // Leaving half-way counts as seen.
        void request('/api/support/tour/seen', { method: 'POST', body: {} }).catch(() => undefined)
      },
    })
    const linkToArticle = (path: string) => {
      const link = Object.assign(document.createElement('a'), { href: path, textContent: t('support.tour.more') })
      link.addEventListener('click', (event) => {
        event.preventDefault()
        tour.destroy()
        void navigate(path)
      })
      return link
    }
    tour.drive()
  }, [hasWords, main, navigate, profile, t, theme])
  return null
}
