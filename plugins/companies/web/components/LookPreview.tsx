import { Box, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { brandShades } from '#themes/brand'
import { contrastRatio, parseHex } from '#themes/color'
import { urlFor } from '#web/api'
import { useT } from '#web/i18n'
import { Icon, SlotTabs } from '#web/ui'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'
import { companyLookSlot } from '../../contract/index.js'
import { LoginLook, type Look } from './LoginLook.js'

/** Delay after the last keystroke before the server draws again. */
const PAUSE_MS = 400
/** The WCAG minimum for text, and for large text and the edges of controls. */
const [TEXT, LARGE] = [4.5, 3]
const WHITE = '#FFFFFF'

interface Colours {
  primary: string
  secondary: string
}

interface LookPreviewProps extends Colours {
  company: CompanyDetail
  name: string
}

/** The result of two HEX colours. While one of them is incomplete the previous style stays, so that nothing below it jumps. */
export function LookPreview({ company, name, primary, secondary }: LookPreviewProps) {
  const t = useT()
  const [last, setLast] = useState<Colours | null>(null)
  const isWhole = Boolean(parseHex(primary) && parseHex(secondary))
  if (isWhole && (last?.primary !== primary || last.secondary !== secondary)) setLast({ primary, secondary })
  const shown = isWhole ? { primary, secondary } : last
  if (shown) return <Drawn company={company} name={name} {...shown} isBefore={!isWhole} />
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {t('companies.preview.invalid')}
    </Typography>
  )
}

/** The same calculation as on the company's own pages: unreadable colours are adjusted, and this is shown. */
function Drawn({ company, name, primary, secondary, isBefore }: LookPreviewProps & { isBefore: boolean }) {
  const t = useT()
  const { surfaces } = useTheme()
  const main = brandShades(primary, surfaces)
  const accent = brandShades(secondary, surfaces)
  const look: Look = { name: name || company.name, logo: company.logo_url, main, accent, surfaces }
  const id = String(company.id)
  return (
    <Stack sx={{ gap: 4, p: 4, border: '1px solid', borderColor: 'divider', borderRadius: 1, bgcolor: surfaces.background }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {t(isBefore ? 'companies.preview.before' : 'companies.preview.title')}
      </Typography>
      <SlotTabs
        slot={companyLookSlot}
        with={{ company: id, name: look.name, logo: look.logo, primary, secondary }}
        label={t('companies.preview.of')}
        own={[
          {
            key: 'login',
            label: t('companies.preview.login'),
            // A picture of controls: nothing in it can be focused or pressed.
            content: (
              <Box aria-hidden sx={{ minHeight: 248 }}>
                <LoginLook {...look} />
              </Box>
            ),
          },
          { key: 'mail', label: t('companies.preview.mail'), content: <Letter id={id} name={look.name} primary={primary} /> },
        ]}
      />
      <Stack role="status" sx={{ gap: 2 }}>
        <Judged what="primary_white" ratio={contrastRatio(primary, WHITE)} isAdjusted={main.text.toLowerCase() !== primary.toLowerCase()} />
        <Judged
          what="secondary_white"
          ratio={contrastRatio(secondary, WHITE)}
          isAdjusted={accent.text.toLowerCase() !== secondary.toLowerCase()}
        />
        <Judged what="button_ratio" ratio={contrastRatio(main.onFill, main.fill)} isAdjusted={false} />
      </Stack>
    </Stack>
  )
}

/** A mail of the company, rendered by the server in the frame that every mail has. */
function Letter({ id, name, primary }: { id: string; name: string; primary: string }) {
  const t = useT()
  const [shown, setShown] = useState({ name, primary })
  useEffect(() => {
    const timer = setTimeout(() => setShown({ name, primary }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [name, primary])
  const query = new URLSearchParams({ name: shown.name, primary_color: shown.primary })
  return (
    <Box
      component="iframe"
      title={t('companies.preview.mail')}
      src={`${urlFor.get('companies.look.mail', { id }).url}?${query.toString()}`}
      sandbox=""
      sx={{ display: 'block', width: '100%', height: 480, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: '#fff' }}
    />
  )
}

/** One contrast: its number, the WCAG verdict in words, and what we do about it. */
function Judged({ what, ratio, isAdjusted }: { what: string; ratio: number; isAdjusted: boolean }) {
  const t = useT()
  const intl = useIntl()
  const { tones } = useTheme()
  const verdict = ratio >= TEXT ? 'good' : ratio >= LARGE ? 'large' : 'poor'
  const tone = verdict === 'good' ? 'success' : 'warning'
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start', fontSize: '0.8125rem', lineHeight: '20px', color: 'text.secondary' }}>
      <Icon name={tone} sx={{ fontSize: 18, mt: '1px', color: tones[tone].text }} />
      <span>
        {t(`companies.preview.${what}`, { ratio: intl.formatNumber(ratio, { maximumFractionDigits: 1 }) })}{' '}
        {t(`companies.preview.verdict_${verdict}`)} {verdict !== 'good' && isAdjusted && t('companies.preview.adjusted')}
      </span>
    </Stack>
  )
}
