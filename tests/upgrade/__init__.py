"""What earlier versions left behind works with this one."""
