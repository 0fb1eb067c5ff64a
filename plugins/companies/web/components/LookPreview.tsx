import { Box, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { brandShades } from '#themes/brand'
import { contrastRatio, parseHex } from '#themes/color'
import { useT } from '#web/i18n'
import { Icon, SegmentedControl } from '#web/ui'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'
import { CertificateLook, LoginLook, MailLook, type Look } from './looks.js'

const VIEWS = { login: LoginLook, mail: MailLook, certificate: CertificateLook } as const
type View = keyof typeof VIEWS
/** What WCAG asks of text, and of large text and the edges of controls. */
const [TEXT, LARGE] = [4.5, 3]
const WHITE = '#FFFFFF'

interface LookPreviewProps {
  company: CompanyDetail
  name: string
  primary: string
  secondary: string
}

/** What two HEX colours become, by the same arithmetic as the company's own pages: what cannot be read is adjusted, and it is said. */
export function LookPreview({ company, name, primary, secondary }: LookPreviewProps) {
  const t = useT()
  const { surfaces } = useTheme()
  const [view, choose] = useState<View>('login')
  if (!parseHex(primary) || !parseHex(secondary)) {
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('companies.preview.invalid')}
      </Typography>
    )
  }
  const main = brandShades(primary, surfaces)
  const accent = brandShades(secondary, surfaces)
  const look: Look = { name: name || company.name, logo: company.logo_url, main, accent, surfaces }
  const Shown = VIEWS[view]
  return (
    <Stack sx={{ gap: 4, p: 4, border: '1px solid', borderColor: 'divider', borderRadius: 1, bgcolor: surfaces.background }}>
      <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {t('companies.preview.title')}
        </Typography>
        <SegmentedControl<View>
          label={t('companies.preview.of')}
          value={view}
          onChange={choose}
          options={(Object.keys(VIEWS) as View[]).map((value) => ({ value, label: t(`companies.preview.${value}`) }))}
        />
      </Stack>
      {/* A picture of controls, not controls: nothing in it can be reached or pressed. */}
      <Box aria-hidden sx={{ minHeight: 248 }}>
        <Shown {...look} />
      </Box>
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

/** One contrast, its number, and in words what WCAG says of it and what we do about it. */
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
