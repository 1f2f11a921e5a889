"""Games of other libraries as Zermelo games, and Zermelo games for other libraries."""
