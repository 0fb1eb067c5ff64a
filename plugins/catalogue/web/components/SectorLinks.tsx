import { Button, Stack } from '@mui/material'
import { Link } from 'react-router'
import { SECTORS } from '#plugins/learning/contract/offers'
import { useT } from '#web/i18n'

interface SectorLinksProps {
  company: string | null
  chosen: string | null
  /** The sectors with courses; undefined: not known yet. */
  filled: readonly string[] | undefined
}

/** The sectors, each with its own address for search engines; empty ones are left out. */
export function SectorLinks({ company, chosen, filled }: SectorLinksProps) {
  const t = useT()
  const to = (sector: string | null) =>
    `/trainingen/catalogus/webflow${sector ? `/${sector}` : ''}${company ? `?company=${encodeURIComponent(company)}` : ''}`
  return (
    <Stack component="nav" direction="row" aria-label={t('catalogue.filter.sector')} sx={{ gap: 2, flexWrap: 'wrap' }}>
      {[null, ...SECTORS.filter((one) => one === chosen || filled?.includes(one))].map((sector) => (
        <Button
          key={sector ?? 'all'}
          component={Link}
          to={to(sector)}
          // Another sector has other colours, title and description: a separate page.
          reloadDocument
          variant={sector === chosen ? 'contained' : 'outlined'}
          size="small"
          {...(sector === chosen && { 'aria-current': 'page' as const })}
        >
          {sector ? t(`catalogue.sector.${sector}`) : t('catalogue.all_sectors')}
        </Button>
      ))}
    </Stack>
  )
}
