/**
 * Hover styles, only for devices with a pointer. On a touch screen "hover" begins
 * with a tap and stays, so the element would look pressed for ever. `sx={{
 * ...onHover({ bgcolor: 'action.hover' }) }}`
 */
export const onHover = <T extends object>(styles: T) => ({ '@media (hover: hover)': { '&:hover': styles } })
