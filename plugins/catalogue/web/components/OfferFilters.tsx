import { Box, Button, Stack } from '@mui/material'
import { LANGUAGES } from '#core/contract/languages'
import { COURSE_TYPES, SECTORS } from '#plugins/learning/contract/offers'
import { languageName, useT } from '#web/i18n'
import { FilterSelect, TableSearch, useTableState } from '#web/ui'

const DURATIONS = ['short', 'medium', 'long']
const PRICES = ['free', 'to_50', 'to_150', 'over']
const FILTERS = ['sector', 'type', 'language', 'duration', 'price'] as const

/** The search, filters and page of the catalogue in the address. */
export const useOfferState = () => useTableState({ sort: 'name', perPage: 25, filters: FILTERS })

/** Search and filters of the catalogue, all in the address. */
export function OfferFilters({ state, without = [] }: { state: ReturnType<typeof useOfferState>; without?: readonly string[] }) {
  const t = useT()
  const options: Record<(typeof FILTERS)[number], { value: string; label: string }[]> = {
    sector: SECTORS.map((value) => ({ value, label: t(`catalogue.sector.${value}`) })),
    type: COURSE_TYPES.map((value) => ({ value, label: t(`catalogue.type.${value}`) })),
    language: LANGUAGES.map((value) => ({ value, label: languageName(value) })),
    duration: DURATIONS.map((value) => ({ value, label: t(`catalogue.duration.${value}`) })),
    price: PRICES.map((value) => ({ value, label: t(`catalogue.price.${value}`) })),
  }
  return (
    <Stack direction="row" role="search" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center', mb: 5 }}>
      <Box sx={{ flex: { xs: '1 1 100%', md: '0 1 320px' }, '& > *': { width: '100%' } }}>
        <TableSearch state={state} label={t('catalogue.search')} />
      </Box>
      {FILTERS.filter((key) => !without.includes(key)).map((key) => (
        <FilterSelect key={key} filter={{ key, label: t(`catalogue.filter.${key}`), options: options[key], several: true }} state={state} />
      ))}
      {state.narrowed && (
        <Button variant="text" onClick={state.clear}>
          {t('catalogue.clear')}
        </Button>
      )}
    </Stack>
  )
}
