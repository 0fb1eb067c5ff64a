import { Button } from '@mui/material'
import { Link } from 'react-router'
import { useT } from '#web/i18n'
import { useNavigation } from '#web/shell'

/** Shown when no course is open (learning's `nothingOpenSlot`): a link to the catalogue, for people with access to it. */
export default function CatalogueButton() {
  const t = useT()
  const entry = useNavigation().main.find(({ page }) => page === 'catalogue.list')
  if (!entry) return null
  return (
    <Button component={Link} to={entry.path} variant="contained">
      {t('catalogue.look')}
    </Button>
  )
}
