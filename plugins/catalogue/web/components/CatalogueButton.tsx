import { Button } from '@mui/material'
import { Link } from 'react-router'
import { useT } from '#web/i18n'
import { useNavigation } from '#web/shell'

/** Where nothing is open to learn (learning's `nothingOpenSlot`): the way to the catalogue, for whom the company lets into it. */
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
