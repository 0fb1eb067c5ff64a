import { Button } from '@mui/material'
import { Link } from 'react-router'
import type { CatalogueOffer } from '#plugins/catalogue/contract/index'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'

/** In a course's popup in the catalogue: a link to the wizard with that course chosen. */
export default function BookOffer({ offer, close }: { offer: CatalogueOffer; close: () => void }) {
  const t = useT()
  return (
    <Button
      variant="outlined"
      fullWidth
      component={Link}
      to={`/intern/booking?training=${offer.id}`}
      onClick={close}
      startIcon={<Icon name="calendar_check" />}
    >
      {t('booking.nav.book')}
    </Button>
  )
}
