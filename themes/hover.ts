/**
 * Styles of a pointer that rests on something, for devices that have one: on a
 * touch screen "hover" begins with a tap and stays, and the thing would look
 * pressed for ever. `sx={{ ...onHover({ bgcolor: 'action.hover' }) }}`
 */
export const onHover = <T extends object>(styles: T) => ({ '@media (hover: hover)': { '&:hover': styles } })
